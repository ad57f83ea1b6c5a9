// Lengths for people, in the unit that the rulebook prints.
const MICROMETRES: Record<string, number> = { in: 25400, cm: 10000 };

export function perUnit(unit: string): number {
  return MICROMETRES[unit] ?? 10000;
}

export function lengthText(micrometres: number, unit: string): string {
  const value = Math.round((micrometres / perUnit(unit)) * 10) / 10;
  return `${value} ${unit}`;
}
