/** What form, verbs and workers need to know of an engine before they ask it for anything; what operators set is configuration. */
export interface EngineDescriptor {
	readonly name: string;
	/** The same where there is little room. */
	readonly shortLabel: string;
	/** The same within a sentence, 'the built-in forge'. */
	readonly inText: string;
	/** The same where it is chosen, with what decides a choice. */
	readonly label: string;
	/** What the form says below the label. */
	readonly summary: string;
	/** What the form says at the field for keys; null where there is one to enter. */
	readonly withoutKey: string | null;
	/** The service that is called for each image; null where this server draws by itself, the same again for the same seed. */
	readonly service: EngineService | null;
	readonly capabilities: EngineCapabilities;
}

export interface EngineService {
	/** Who answers, bills and judges keys, 'Google'. */
	readonly provider: string;
	/** Whether a call costs its creator money. */
	readonly isPaid: boolean;
	/** Whether the creator says where it is, among the addresses that the operator allows. */
	readonly hasOwnAddress: boolean;
	/** Whether the creator brings the workflow that it paints by. */
	readonly takesWorkflow: boolean;
	/** What an order calls its model where the service itself decides what paints; null where models have names. */
	readonly unnamedModel: string | null;
	/** The key, or the login, that calls carry; null where they never do. */
	readonly key: KeyFormat | null;
	/** What the dialog before a large order says about billing; '' where nothing is billed, and so is the next. */
	readonly billing: string;
	/** Where a price is looked up that this server does not know, after 'see'. */
	readonly priceList: string;
	/** What the provider was reported to let one key spend before it refuses, in USD; null where nothing is known. */
	readonly spendingCap: { readonly tenMinutes: number; readonly month: number } | null;
	/** When a day's quota is counted again; null where that is not known. */
	readonly quotaResets: 'midnight-pacific' | null;
	/** What is said of a refused key by a job that ended for it, and by one that stands still. */
	readonly keyRefused: { readonly ended: string; readonly paused: string };
	/** Where a creator finds out why, and what the link there says. */
	readonly console: { readonly url: string; readonly label: string } | null;
}

export interface KeyFormat {
	/** Its field in orders and in the form. */
	readonly field: 'geminiApiKey' | 'apiKey';
	/** What it is called within sentences. */
	readonly noun: 'key' | 'login';
	/** In lists of what is missing, 'Gemini key'. */
	readonly name: string;
	readonly label: string;
	/** What is entered there, in a sentence below the field; null where the label says it. */
	readonly explanation: string | null;
	/** Where keys are made and replaced; null where that depends on the address. */
	readonly url: string | null;
	/** What it must look like, besides the prefixes that operators set. */
	readonly pattern: RegExp;
	/** Toast and line under the field where there is none; null where calls may go without. */
	readonly missing: KeyProblem | null;
	/** The same where it does not look like one, */
	readonly malformed: KeyProblem;
	/** and where it begins as none does. */
	readonly invalid: KeyProblem;
}

export interface KeyProblem {
	readonly title: string;
	readonly description: string;
	readonly field: string;
}

export interface EngineCapabilities {
	/** How many pictures can go with a call that the new one should look like. */
	readonly references: number;
	/** Whether the same seed makes the same picture. */
	readonly seeds: boolean;
	/** Whether an image made again becomes another picture of the same traits; false where its traits decide every pixel. */
	readonly variations: boolean;
	/** Edges of the square pictures it can make, in pixels. */
	readonly sizesPx: readonly number[];
	/** Whether a picture can have a transparent background. */
	readonly transparency: boolean;
}
