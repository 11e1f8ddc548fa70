import { type EngineName, isPaidEngine } from '@adx/validators/engines/engines';
import type { ApiOutputs, Job } from '../../../lib/api/trpc.ts';

type Config = ApiOutputs['auth']['config'];
/** What the server tells of an engine's service: its models, prices and limits. */
export type EngineServiceFacts = NonNullable<Config['engines'][number]['service']>;

/** Null for an engine of the server, and while nothing is known. */
export const findService = (config: Config | null, engine: EngineName): EngineServiceFacts | null =>
	config?.engines.find(({ name }) => name === engine)?.service ?? null;

/**
 * Price of a number of images; null where no price is known.
 *
 * @param inputImages that go with each call
 */
export function estimateCostUsd(
	{ models }: EngineServiceFacts,
	model: string,
	images: number,
	inputImages = 0,
): number | null {
	const prices = models.find(({ name }) => name === model);
	if (prices === undefined || prices.usdPerImage === null) return null;
	return (prices.usdPerImage + inputImages * (prices.usdPerInputImage ?? 0)) * images;
}

/** How many images go with each call of a job. */
export const countInputImages = ({ references, sketch }: Pick<Job, 'references' | 'sketch'>): number =>
	references.length + (sketch ? 1 : 0);

/** The model an order without one gets. */
export const defaultModel = ({ models }: EngineServiceFacts) => models[0]?.name ?? '';

/** Images that a paid model is to make. */
export interface PaidOrder {
	readonly engine: EngineName;
	readonly images: number;
	readonly model: string;
	/** How many go with each call; none unless given. */
	readonly inputImages?: number;
}

/** So many images are ordered without a question where nobody knows what they cost. */
const unpricedImagesMax = 5;

/** Whether the page asks before it sends such an order: it costs more than the operator set, or nobody knows how much. */
export function isLargeOrder(config: Config | null, { engine, images, model, inputImages }: PaidOrder): boolean {
	const service = findService(config, engine);
	if (config === null || service === null || !isPaidEngine(engine)) return false;
	const usd = estimateCostUsd(service, model, images, inputImages);
	return usd === null ? images > unpricedImagesMax : usd > config.confirmAboveUsd;
}
