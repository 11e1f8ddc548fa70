import type { DatabaseTransaction } from '@adx/db/client/database';
import { listSalePhases } from '@adx/db/repositories/sale/sale-phases';
import { changeSaleTimes } from '@adx/db/repositories/sale/sales';
import type { SaleRow } from '@adx/db/schema/sale-tables';
import { areTimesInOrder, endsBeforeStart, findTimeConflict, type SaleTimes } from '@adx/validators/sale/times';
import { AppError } from '../../platform/errors.ts';

/** A change of a sale's times; what is undefined stays. */
export type TimesChange = { readonly [Name in keyof SaleTimes]?: SaleTimes[Name] | undefined };

const badTime = (field: string, message: string) =>
	new AppError('INVALID', { reason: 'bad_input', message, meta: { fields: { [field]: message } } });

const timesPassed = {
	startsAt: 'This start has already passed. Choose a later one, or leave it out to start at once.',
	endsAt: 'This end has already passed. Choose a later one, or end the sale to end it at once.',
} as const;

/**
 * Changes when a locked sale starts and ends, and answers whether that is another time than before. 400 with its field for a
 * new time that is over already, for an end that is not after the start, and where a phase would stand outside.
 */
export async function changeTimes(
	trx: DatabaseTransaction,
	sale: SaleRow,
	{ startsAt = sale.startsAt, endsAt = sale.endsAt }: TimesChange,
	now: Date,
): Promise<boolean> {
	const times: SaleTimes = { startsAt, endsAt };
	const changed = (['startsAt', 'endsAt'] as const).filter(
		(field) => times[field]?.getTime() !== sale[field]?.getTime(),
	);
	if (changed.length === 0) return false;
	for (const field of changed) {
		const time = times[field];
		if (time === null || time > now) continue;
		throw badTime(field, timesPassed[field]);
	}
	if (!areTimesInOrder(times)) throw badTime('endsAt', endsBeforeStart);
	for (const phase of await listSalePhases(trx, sale.id)) {
		const conflict = findTimeConflict(phase, times);
		if (conflict !== null) throw badTime(conflict.saleField, `The phase ‘${phase.name}’ ${conflict.message}.`);
	}
	await changeSaleTimes(trx, sale.id, times);
	return true;
}

/** 400 with its field for the first of these phases that stands outside the time of its sale. */
export function refusePhasesOutside(phases: readonly SaleTimes[], sale: SaleTimes): void {
	for (const [place, phase] of phases.entries()) {
		const conflict = findTimeConflict(phase, sale);
		if (conflict !== null) throw badTime(`phases.${place}.${conflict.phaseField}`, `It ${conflict.message}.`);
	}
}
