/** Gives the focus to the first field of a part that is marked as wrong, and scrolls to it; leaves it where none is. */
export const focusFirstInvalid = (part: HTMLElement | null): void =>
	part?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
