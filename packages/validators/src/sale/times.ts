import { z } from 'zod';

/** When a sale or a phase runs: from its start on, up to its end; null for as soon and for as long as there is something to sell. */
export type SaleTimes = Readonly<Record<'startsAt' | 'endsAt', Date | null>>;

/** ISO 8601 with a zone; null for none. */
export const saleTimeSchema = z.iso
	.datetime({ offset: true, error: 'Enter a date and a time' })
	.transform((text) => new Date(text))
	.nullable();

export const endsBeforeStart = 'It ends before it starts';

/** Whether it ends only after it starts. */
export const areTimesInOrder = ({ startsAt, endsAt }: SaleTimes): boolean =>
	startsAt === null || endsAt === null || startsAt < endsAt;

/** How the times of a phase contradict those of its sale. */
export interface TimeConflict {
	/** The fields that contradict each other. */
	readonly phaseField: keyof SaleTimes;
	readonly saleField: keyof SaleTimes;
	/** Of the phase, without its name. */
	readonly message: string;
}

/** How a phase stands outside the time of its sale; null where it does not. A phase without a time takes the sale's. */
export function findTimeConflict(phase: SaleTimes, sale: SaleTimes): TimeConflict | null {
	const { startsAt, endsAt } = phase;
	if (sale.startsAt !== null) {
		if (endsAt !== null && endsAt <= sale.startsAt) {
			return { phaseField: 'endsAt', saleField: 'startsAt', message: 'ends before the sale starts' };
		}
		if (startsAt !== null && startsAt < sale.startsAt) {
			return { phaseField: 'startsAt', saleField: 'startsAt', message: 'starts before the sale does' };
		}
	}
	if (sale.endsAt !== null) {
		if (startsAt !== null && startsAt >= sale.endsAt) {
			return { phaseField: 'startsAt', saleField: 'endsAt', message: 'starts after the sale has ended' };
		}
		if (endsAt !== null && endsAt > sale.endsAt) {
			return { phaseField: 'endsAt', saleField: 'endsAt', message: 'ends after the sale does' };
		}
	}
	return null;
}
