import { type ComponentType, lazy } from 'react';

const failed = new Set<() => void>();

/**
 * A part of a page whose code comes when it is first shown. Where it could not be fetched, `forgetFailedParts` lets it be
 * asked for again; `lazy` alone would remember the failure for as long as the page is open.
 */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
	const create = () =>
		lazy(() =>
			load().catch((error: unknown) => {
				failed.add(renew);
				throw error;
			}),
		) as ComponentType<Props>;
	let Part = create();
	const renew = () => {
		Part = create();
	};
	return function LazyPart(props: Props) {
		return <Part {...props} />;
	};
}

/** Call it once what failed has left the page, not before: its next drawing fetches. */
export function forgetFailedParts(): void {
	for (const renew of failed) renew();
	failed.clear();
}
