import type { EngineDescriptor, EngineService } from './descriptor.ts';
import { homeLogin } from './home-login.ts';

/** What a job calls its model: the workflow names the real ones. */
export const workflowModel = 'workflow';

export const comfyui: EngineDescriptor & { readonly service: EngineService } = {
	name: 'ComfyUI',
	shortLabel: 'ComfyUI',
	inText: 'ComfyUI',
	label: 'ComfyUI (free, no key)',
	summary: 'Painted by your own workflow on a machine of your own',
	withoutKey: null,
	service: {
		provider: 'ComfyUI',
		isPaid: false,
		hasOwnAddress: true,
		takesWorkflow: true,
		unnamedModel: workflowModel,
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
	// As many as its workflow has named places for.
	capabilities: { references: 4, seeds: true, variations: true, sizesPx: [1_024], transparency: false },
};
