/**
 * Before an item of a list is removed by a button in it: the same kind of button in the next item takes the focus, or else
 * the one in the item before.
 */
export function focusNeighbour(pressed: HTMLElement): void {
	const item = pressed.closest('li');
	const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
	neighbour?.querySelector<HTMLElement>('button')?.focus();
}
