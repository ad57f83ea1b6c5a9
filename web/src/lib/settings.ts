// Small choices of the person at this browser, kept between visits.
export type Setting<T extends string> = { read(): T; write(value: T): void };

export function setting<T extends string>(name: string, usual: T): Setting<T> {
  const key = `longroll.${name}`;
  return {
    read() {
      try {
        return (localStorage.getItem(key) as T | null) ?? usual;
      } catch {
        return usual;
      }
    },
    write(value) {
      try {
        localStorage.setItem(key, value);
      } catch {
        // A browser that keeps nothing starts with what is usual.
      }
    },
  };
}
