import type { SaleRow } from '@adx/db/schema/sale-tables';
import type { Services } from '../../../platform/context.ts';

/** How long a collection whose key cannot pay, or that is not there, is left alone. */
const restMs = 10 * 60_000;

const restingUntilMs = new WeakMap<Services['db'], Map<string, number>>();

/** The sales about which there is something to ask or to do right now. */
export function withoutBackedOff({ db, clock }: Services, sales: readonly SaleRow[]): SaleRow[] {
	const resting = restingUntilMs.get(db);
	const now = clock().getTime();
	return sales.filter(({ id }) => (resting?.get(id) ?? 0) <= now);
}

/** Leaves a sale alone for a while. A process that starts asks again. */
export function backOff({ db, clock }: Services, { id }: Pick<SaleRow, 'id'>): void {
	const resting = restingUntilMs.get(db) ?? new Map<string, number>();
	restingUntilMs.set(db, resting.set(id, clock().getTime() + restMs));
}
