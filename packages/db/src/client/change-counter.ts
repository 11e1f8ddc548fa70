import type { KyselyPlugin, RootOperationNode } from 'kysely';

/** Counts what changed the database through one process; complete only where no other process writes. */
export interface ChangeCounter {
	/** Equal at two moments when nothing was changed between them. Read it before reading what depends on it. */
	count(): number;
}

/**
 * A plugin that counts every statement which changed rows, or may have. A statement counts once it was carried out:
 * a reader of the database after reading the count sees at least what was counted.
 */
export function createChangeCounter(): { readonly counter: ChangeCounter; readonly plugin: KyselyPlugin } {
	let count = 0;
	const kinds = new WeakMap<object, Effect>();
	const plugin: KyselyPlugin = {
		transformQuery: ({ node, queryId }) => {
			kinds.set(queryId, getEffect(node));
			return node;
		},
		transformResult: async ({ result, queryId }) => {
			const effect = kinds.get(queryId) ?? 'unknown';
			const hasRows = result.rows.length > 0 || (result.numAffectedRows ?? 1n) > 0n;
			if (effect === 'unknown' || (effect === 'reported' && hasRows)) count += 1;
			return result;
		},
	};
	return { counter: { count: () => count }, plugin };
}

/** `reported`: its result says whether it changed anything. */
type Effect = 'none' | 'reported' | 'unknown';

function getEffect(node: RootOperationNode): Effect {
	// Parts before it may write, whatever the statement itself does.
	if ('with' in node && node.with !== undefined) return 'unknown';
	switch (node.kind) {
		case 'SelectQueryNode':
			return 'none';
		case 'InsertQueryNode':
		case 'UpdateQueryNode':
		case 'DeleteQueryNode':
			return 'reported';
		default:
			return 'unknown';
	}
}
