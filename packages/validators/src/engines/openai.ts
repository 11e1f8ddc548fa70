import type { EngineDescriptor, EngineService } from './descriptor.ts';
import { malformedServiceKey, serviceKeyPattern } from './service-key.ts';

export const openai: EngineDescriptor & { readonly service: EngineService } = {
	name: 'OpenAI-compatible service',
	shortLabel: 'OpenAI-compatible service',
	inText: 'the OpenAI-compatible service',
	label: 'OpenAI-compatible service',
	summary: 'Painted by OpenAI or a service that speaks as it does, with your own key',
	withoutKey: null,
	service: {
		provider: 'the service',
		isPaid: true,
		hasOwnAddress: true,
		takesWorkflow: false,
		unnamedModel: null,
		key: {
			field: 'apiKey',
			noun: 'key',
			name: 'service key',
			label: 'API key of the service',
			explanation: null,
			url: null,
			pattern: serviceKeyPattern,
			missing: {
				title: 'API Key Required',
				description: 'Please provide your own API key of the service to generate images.',
				field: 'API key is required',
			},
			malformed: malformedServiceKey,
			invalid: {
				title: 'Invalid API Key',
				description: 'Please provide a valid API key of the service.',
				field: 'Please provide a valid API key of the service.',
			},
		},
		billing:
			'The service bills your key for every picture, also where its answer breaks off on the way, and as it sees fit for answers without one.',
		priceList: 'the price list of the service',
		spendingCap: null,
		quotaResets: null,
		keyRefused: {
			ended: 'The service refused the API key. Check or replace it.',
			paused: 'The service refused the API key. Check it where you got it, then resume with it or with another one.',
		},
		console: null,
	},
	capabilities: { references: 16, seeds: false, variations: true, sizesPx: [1_024], transparency: false },
};
