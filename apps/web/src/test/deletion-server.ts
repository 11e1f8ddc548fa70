import type { Deletion } from '@adx/validators/deletion';
import { api, procedure, Refusal } from './api.ts';

/** What can be deleted, behind the API. */
export interface DeletionServer {
	/** What deleting it would do; null once it is gone. */
	deletion: Deletion | null;
	/** What every call that deletes was given. */
	readonly deleted: unknown[];
	/** Refuses the next deletion with this. */
	refusal: Refusal | null;
}

/** Serves the deletion of a merge, a job, a run or versions; `onDeleted` takes it out of what else serves it. */
export function serveDeletion(
	changes: Partial<Deletion> = {},
	onDeleted: () => void = () => {},
	router: 'merge' | 'generation' | 'attributes' = 'merge',
	[preview, verb]: readonly [string, string] = ['deletion', 'delete'],
): DeletionServer {
	const server: DeletionServer = {
		deletion: {
			id: 'merge-1',
			name: 'Frost & Fire',
			imageCount: 1_200,
			freedBytes: 3_200_000,
			consequences: ['It leaves the gallery, for everybody.'],
			blockers: [],
			...changes,
		},
		deleted: [],
		refusal: null,
	};
	const gone = () => new Refusal(404, 'No such merge.', {}, 'not_found');
	api.use(
		procedure(router, preview as 'deletion', () => server.deletion ?? gone()),
		procedure(router, verb as 'delete', (input) => {
			server.deleted.push(input);
			const { deletion, refusal } = server;
			server.refusal = null;
			if (refusal !== null) return refusal;
			if (deletion === null) return gone();
			server.deletion = null;
			onDeleted();
			const { id, name, freedBytes } = deletion;
			return { success: true as const, id, name, freedBytes, isFreeing: false };
		}),
	);
	return server;
}
