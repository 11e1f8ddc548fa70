import { z } from 'zod';

/** The largest number of PostgreSQL's type `integer`. */
export const int4Max = 2_147_483_647;

/** A whole number that PostgreSQL's type `integer` can hold. */
export const int4 = () => z.int().min(-int4Max).max(int4Max);

/** The decimal text of a whole number: one for each, so without leading zeros, sign of plus or exponent. */
const wholeNumberText = /^(?:0|-?[1-9]\d{0,14})$/;

/**
 * The same where it may come as the text of an address.
 *
 * @param range.max `int4Max` unless given
 */
export const int4FromText = ({ min, max = int4Max }: { readonly min: number; readonly max?: number }) =>
	z.preprocess(
		(value) => (typeof value === 'string' && wholeNumberText.test(value) ? Number(value) : value),
		int4().min(min).max(max),
	);
