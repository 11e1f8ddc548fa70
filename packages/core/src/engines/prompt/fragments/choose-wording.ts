/** A piece of a prompt; where the plain words may be refused, with tamer ones for the second try. */
export type Fragment = string | { readonly full: string; readonly tame: string };

/** The words of a fragment for the first or the softened prompt. */
export function chooseWording(fragment: Fragment, isSoftened: boolean): string {
	if (typeof fragment === 'string') return fragment;
	return isSoftened ? fragment.tame : fragment.full;
}
