// A dialog that keeps the focus while it is open. Esc closes it.
export function modal(node: HTMLDialogElement, close: () => void) {
  const cancel = (event: Event) => {
    event.preventDefault();
    close();
  };
  node.addEventListener("cancel", cancel);
  node.showModal();
  return {
    destroy() {
      node.removeEventListener("cancel", cancel);
      node.close();
    },
  };
}
