import { z } from 'zod';
import { formatNumber } from '../format-number.ts';
import { mergeImagesMax, mintPriceMax } from '../limits.ts';
import { idSchema, shownText } from '../text.ts';
import { areTimesInOrder, endsBeforeStart, type SaleTimes, saleTimeSchema } from './times.ts';

/** A whole number of lamports (10^-9 SOL) as decimal text: more than a double holds exactly. */
const lamports = z.string();

export const lamportsPerSol = 1_000_000_000;

/** A price in SOL as lamports: exactly, or null where no whole number of them is this very double. */
export function toLamports(price: number): number | null {
	const lamports = Math.round(price * lamportsPerSol);
	return lamports / lamportsPerSol === price ? lamports : null;
}

const solAmount = z.number('Enter a price').min(0, 'At least 0').max(mintPriceMax, `At most ${mintPriceMax}`);
const numberOrText = z
	.union([z.number(), z.string().regex(/^\d{1,7}(?:\.\d{1,12})?$/)], 'Enter a price')
	.transform(Number);

/** What a sale can ask, in SOL: a whole number of lamports. */
export const solPriceSchema = solAmount.refine((price) => toLamports(price) !== null, 'At most nine decimals');
/** The same as a number or numeric text. */
export const salePriceSchema = numberOrText.pipe(solPriceSchema);
/** What a merge is stored with, in SOL, also where no sale could ask it. */
export const mintPriceSchema = numberOrText.pipe(solAmount);

/** A part of a sale's time, as everybody sees it. */
export const salePhaseOutput = z.object({
	id: z.string(),
	name: z.string(),
	priceLamports: lamports,
	/** In SOL. */
	price: z.number(),
	/** Null for as soon as the sale runs. */
	startsAt: z.string().nullable(),
	/** Null for as long as it runs. */
	endsAt: z.string().nullable(),
	/** Items that a wallet may buy in it; null without a limit. */
	walletLimit: z.int().nullable(),
	/** Items that all wallets together may buy in it; null without a limit. */
	totalLimit: z.int().nullable(),
	/** Wallets that may buy in it; null where all may. */
	allowlistCount: z.int().nullable(),
});
export type SalePhaseOutput = z.infer<typeof salePhaseOutput>;

/** Most phases of a sale, and most wallets on the list of one. */
export const salePhasesMax = 10;
export const allowlistMax = 50_000;
/** Most wallets that one call adds: a body of a megabyte. */
export const allowlistSliceMax = 20_000;

/** The phase that runs at that time; undefined between phases, before the first and after the last. */
export const findActivePhase = <Phase extends SaleTimes>(phases: readonly Phase[], now: Date): Phase | undefined =>
	phases.find(({ startsAt, endsAt }) => (startsAt === null || startsAt <= now) && (endsAt === null || endsAt > now));

/** The next one to begin. */
export const findNextPhase = <Phase extends SaleTimes>(phases: readonly Phase[], now: Date): Phase | undefined =>
	phases.find(({ startsAt }) => startsAt !== null && startsAt > now);

const phaseLimit = z.int('Enter a whole number').min(1, 'At least 1').max(mergeImagesMax).nullable().default(null);
const phaseTime = saleTimeSchema.default(null);

/** What is wrong with a phase's `totalLimit` above the number of items of its sale. */
export const tooManyForSale = (supply: number): string =>
	supply === 1 ? 'The sale has 1 item.' : `The sale has ${formatNumber(supply)} items.`;

/** A phase as its creator sets it. */
const salePhaseInput = z
	.strictObject({
		/** Of a phase that is there; a new one has none. */
		id: idSchema.optional(),
		name: shownText(40).min(1, 'Give it a name'),
		/** In SOL. */
		price: salePriceSchema,
		startsAt: phaseTime,
		endsAt: phaseTime,
		walletLimit: phaseLimit,
		totalLimit: phaseLimit,
		/** Whether only the wallets of its list may buy; nobody may while that is empty. */
		hasAllowlist: z.boolean().default(false),
	})
	.refine(areTimesInOrder, { path: ['endsAt'], message: endsBeforeStart });

/** All phases of a sale, in the order of their times. */
export const salePhasesSchema = z
	.array(salePhaseInput)
	.max(salePhasesMax, `At most ${salePhasesMax} phases`)
	.superRefine((phases, ctx) => {
		for (const [place, phase] of phases.entries()) {
			const before = phases[place - 1];
			if (before === undefined) continue;
			const issue = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [place, path], message });
			if (phase.startsAt === null) issue('startsAt', 'Say when it starts: another one comes before');
			else if (before.endsAt === null || before.endsAt > phase.startsAt) {
				issue('startsAt', `It starts before ‘${before.name}’ ends`);
			}
		}
	});
