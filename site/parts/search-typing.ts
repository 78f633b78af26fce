// The code of the search dialog is loaded when the search is opened. Until then an invisible field takes what the
// visitor types, so that every keyboard and input method works. Enter sends the field to the search page.

/** The form of the field; it is in the document while it takes what is typed. */
export let typing: HTMLFormElement | undefined;
/** The element that had the focus before. */
export let opener: Element | null;

/** Moves the focus to an invisible field of a form for the search page. */
export function holdTyping(searchPage: string): void {
  if (typing?.isConnected) return;
  opener = document.activeElement;
  const field = Object.assign(document.createElement('input'), { name: 'q', ariaLabel: 'Search for' });
  typing = Object.assign(document.createElement('form'), { action: searchPage, className: 'visually-hidden' });
  typing.append(field);
  document.body.append(typing);
  field.focus();
}

/** Opens the search page with what was typed, and returns the text. Does nothing without a text. */
export function sendTyping(): string | undefined {
  if (typing?.q.value) typing.submit();
  return typing?.q.value;
}
