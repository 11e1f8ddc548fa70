import type { EngineDescriptor, EngineService } from './descriptor.ts';
import { homeLogin } from './home-login.ts';

/** Whichever checkpoint is loaded. */
export const loadedModel = 'loaded';

export const sdwebui: EngineDescriptor & { readonly service: EngineService } = {
	name: 'Stable Diffusion web UI',
	shortLabel: 'Stable Diffusion web UI',
	inText: 'the web UI of Stable Diffusion',
	label: 'Stable Diffusion web UI (free, no key)',
	summary: 'Painted by AUTOMATIC1111’s, Forge or their likes on a machine of your own',
	withoutKey: null,
	service: {
		provider: 'the web UI',
		isPaid: false,
		hasOwnAddress: true,
		takesWorkflow: false,
		unnamedModel: loadedModel,
		key: homeLogin,
		billing: '',
		priceList: '',
		spendingCap: null,
		quotaResets: null,
		keyRefused: {
			ended: 'The service refused the login, or asks for one. Enter it as name:password.',
			paused: 'The service refused the login, or asks for one. Resume with a user name and a password.',
		},
		console: null,
	},
	// One picture is painted over, the sketch or a reference.
	capabilities: { references: 1, seeds: true, variations: true, sizesPx: [1_024], transparency: false },
};
