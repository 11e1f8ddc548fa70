import type { ApiOutputs } from '../../../lib/api/trpc.ts';

type Config = ApiOutputs['auth']['config'];
type GeminiFacts = Config['gemini'];

/** Price of a number of images; null where no price is known. */
export function estimateCostUsd(gemini: GeminiFacts, model: string, images: number): number | null {
	const usdPerImage = gemini.models.find(({ name }) => name === model)?.usdPerImage ?? null;
	return usdPerImage === null ? null : usdPerImage * images;
}

/** The model an order without one gets. */
export const defaultModel = (gemini: GeminiFacts) => gemini.models[0]?.name ?? '';

/** Images that a paid model is to make. */
export interface PaidOrder {
	readonly images: number;
	readonly model: string;
}

/** So many images are ordered without a question where nobody knows what they cost. */
const unpricedImagesMax = 5;

/** Whether the page asks before it sends such an order: it costs more than the operator set, or nobody knows how much. */
export function isLargeOrder(config: Config | null, { images, model }: PaidOrder): boolean {
	if (config === null) return false;
	const usd = estimateCostUsd(config.gemini, model, images);
	return usd === null ? images > unpricedImagesMax : usd > config.confirmAboveUsd;
}
