/** Gives the focus with its ring, also after a press of the mouse, when browsers leave it out: the eye must find it. */
export function focusVisibly(element: HTMLElement | undefined): void {
	const options: FocusOptions & { readonly focusVisible: boolean } = { focusVisible: true };
	element?.focus(options);
}
