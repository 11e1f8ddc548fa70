import { getActiveSpan } from '@adx/core/platform/tracing/tracing';
import type { ObservedQuery } from '@adx/db/client/database';

/** Records a statement that has just ended as a child of the active span: its text has placeholders in place of values. */
export function recordStatement({ kind, sql, seconds, error }: ObservedQuery): void {
	const parent = getActiveSpan();
	if (parent === undefined) return;
	const operation = (kind === 'other' ? (/\w+/.exec(sql)?.[0] ?? kind) : kind).toUpperCase();
	const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': sql };
	const span = parent.startChild(operation, {
		kind: 'client',
		startedAtMs: Date.now() - seconds * 1_000,
		attributes,
	});
	if (error !== undefined) span.fail(error);
	span.end();
}
