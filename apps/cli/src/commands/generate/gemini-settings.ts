import { geminiVariables } from '@adx/core/engines/gemini/gemini-settings';
import { suggestName } from '@adx/core/platform/suggest-name';
import { type CommandEnvironment, readCommandEnvironment } from '../../command-line/environment.ts';
import { UsageError } from '../../command-line/errors.ts';

const microUsd = 1_000_000;

/** How the command line paints with Gemini. */
export interface GeminiSettings {
	readonly baseUrl: string;
	readonly ratePerMinute: number;
	/** The asked model, then those that follow it; never empty. */
	readonly models: readonly string[];
	readonly pricedAt: string;
	/** USD per image by model. */
	readonly usdPerImage: Readonly<Record<string, number>>;
	/** The user's key; throws a UsageError when there is none or it cannot be one. */
	readonly apiKey: () => string;
}

/**
 * The settings from the environment and `.env`, as the server takes them, and the key from GEMINI_API_KEY. Throws a
 * UsageError that names the variable, or --model for one that is not configured.
 */
export async function readGeminiSettings(model: string | undefined): Promise<GeminiSettings> {
	const environment = await readCommandEnvironment();
	const given = Object.entries(environment).filter(([, value]) => value !== '');
	const parsed = geminiVariables.safeParse(Object.fromEntries(given));
	if (!parsed.success) {
		const issue = parsed.error.issues[0];
		throw new UsageError(`${String(issue?.path[0])} ${issue?.message}`);
	}
	const { GEMINI_MODELS: all, GEMINI_PRICES: prices } = parsed.data;
	const from = model === undefined ? 0 : all.indexOf(model);
	if (from === -1)
		throw new UsageError(
			`--model: one of ${all.join(', ')} (GEMINI_MODELS).${suggestName(model ?? '', all)} See --help.`,
		);
	return {
		baseUrl: parsed.data.GEMINI_BASE_URL,
		ratePerMinute: parsed.data.GEMINI_RATE_PER_MINUTE,
		models: all.slice(from),
		...prices,
		apiKey: () => readKey(environment, parsed.data.GEMINI_KEY_PREFIXES),
	};
}

/** Null for a model whose price is not known. */
export function estimatePrice({ models: [model = ''], usdPerImage, pricedAt }: GeminiSettings, count: number) {
	const each = usdPerImage[model];
	if (each === undefined) return null;
	const amount = (Math.round(each * microUsd) * count) / microUsd;
	return { amount, currency: 'USD', model, pricedAt };
}

/** The same for people. */
export function formatPriceEstimate(settings: GeminiSettings, count: number): string {
	const price = estimatePrice(settings, count);
	if (price === null) return 'at a price that is not known';
	return `about ${price.amount.toFixed(2)} USD (prices of ${price.pricedAt})`;
}

function readKey({ GEMINI_API_KEY: key = '' }: CommandEnvironment, prefixes: readonly string[]): string {
	const trimmed = key.trim();
	if (trimmed === '') {
		throw new UsageError(
			'GEMINI_API_KEY: set this variable to your key. It is not an option, since others may see those.',
		);
	}
	if (!prefixes.some((prefix) => trimmed.startsWith(prefix)) || !/^[\x21-\x7e]{1,200}$/.test(trimmed)) {
		throw new UsageError(`GEMINI_API_KEY: is not an API key; one starts with ${prefixes.join(' or ')}`);
	}
	return trimmed;
}
