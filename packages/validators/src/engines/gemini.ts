import type { EngineDescriptor, EngineService } from './descriptor.ts';
import { malformedServiceKey, serviceKeyPattern } from './service-key.ts';

const invalidKey = "Please provide a valid Google Gemini API key (starts with 'AIza').";

export const gemini: EngineDescriptor & { readonly service: EngineService } = {
	name: 'Google Gemini',
	shortLabel: 'Gemini',
	inText: 'Gemini',
	label: 'Google Gemini',
	summary: 'Painted by Google, with your own key',
	withoutKey: null,
	service: {
		provider: 'Google',
		isPaid: true,
		hasOwnAddress: false,
		takesWorkflow: false,
		unnamedModel: null,
		key: {
			field: 'geminiApiKey',
			noun: 'key',
			name: 'Gemini key',
			label: 'Google Gemini API key',
			explanation: null,
			url: 'https://aistudio.google.com/apikey',
			pattern: serviceKeyPattern,
			missing: {
				title: 'API Key Required',
				description: 'Please provide your personal Google Gemini API key to generate images.',
				field: 'API key is required',
			},
			malformed: malformedServiceKey,
			invalid: { title: 'Invalid API Key', description: invalidKey, field: invalidKey },
		},
		billing:
			'Google bills your key for every picture, also where its answer breaks off on the way, and a little for answers without one.',
		priceList: 'Google’s price list',
		spendingCap: { tenMinutes: 10, month: 250 },
		quotaResets: 'midnight-pacific',
		keyRefused: {
			ended:
				'Gemini refused the API key, or the account behind it may not use Gemini. Check or replace the key in Google AI Studio (aistudio.google.com/apikey).',
			paused:
				'Gemini refused the API key. Check in Google AI Studio that the key exists and is allowed to use the Gemini API, then resume with it or with another one.',
		},
		console: { url: 'https://aistudio.google.com/apikey', label: 'Open Google AI Studio' },
	},
	capabilities: { references: 3, seeds: false, variations: true, sizesPx: [1_024], transparency: false },
};
