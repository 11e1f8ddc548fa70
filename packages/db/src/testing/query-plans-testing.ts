import { CompiledQuery, type KyselyPlugin } from 'kysely';
import type { Database } from '../client/database.ts';

/** The queries that a call asks, as they are sent. */
async function recordQueries(db: Database, ask: (db: Database) => Promise<unknown>): Promise<CompiledQuery[]> {
	const queries: CompiledQuery[] = [];
	const recorder: KyselyPlugin = {
		transformQuery: ({ node, queryId }) => {
			queries.push(db.getExecutor().compileQuery(node, queryId));
			return node;
		},
		transformResult: async ({ result }) => result,
	};
	await ask(db.withPlugin(recorder));
	return queries;
}

interface PlanNode {
	readonly 'Relation Name'?: string;
	readonly 'Actual Rows': number;
	readonly 'Actual Loops': number;
	readonly 'Rows Removed by Filter'?: number;
	readonly Plans?: readonly PlanNode[];
}

/** How many rows of a table each query of a call looks at. */
export async function countRowsRead(
	db: Database,
	table: string,
	ask: (db: Database) => Promise<unknown>,
): Promise<number[]> {
	const read: number[] = [];
	for (const { sql: text, parameters } of await recordQueries(db, ask)) {
		const explained = CompiledQuery.raw(`explain (analyze, format json) ${text}`, [...parameters]);
		const { rows } = await db.executeQuery<Record<string, unknown>>(explained);
		const [answer] = Object.values(rows[0] ?? {});
		const [{ Plan }] = (typeof answer === 'string' ? JSON.parse(answer) : answer) as [{ readonly Plan: PlanNode }];
		const count = (node: PlanNode): number => {
			const rowsHere = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
			const isAsked = node['Relation Name'] === table;
			return (isAsked ? rowsHere : 0) + (node.Plans ?? []).reduce((sum, each) => sum + count(each), 0);
		};
		read.push(count(Plan));
	}
	return read;
}
