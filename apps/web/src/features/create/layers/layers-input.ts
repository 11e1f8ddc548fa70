import type { FormInput } from '../form/form-schema.ts';
import { layersClient } from './layers-client.ts';
import { LayersNotReadyError } from './layers-not-ready.ts';
import { toLayersPlanRequest } from './layers-plan-request.ts';
import { layersStore } from './layers-store.ts';

/** The request as the API takes it, once the layers have arrived. Rejects with a `LayersNotReadyError`. */
export async function toLayersInput(form: FormInput) {
	const request = toLayersPlanRequest(form, layersStore.getState().view);
	if (request === null) {
		throw new LayersNotReadyError('Nothing can be drawn from these layers yet. What is wrong stands with them.');
	}
	const layers = await layersClient.finishUpload().catch((error: unknown) => {
		throw new LayersNotReadyError(error instanceof Error ? error.message : '', { cause: error });
	});
	const { projectName, plan } = form;
	return {
		engine: 'layers' as const,
		layers,
		batchSize: request.batchSize,
		...(projectName === '' || projectName === undefined ? {} : { projectName }),
		seed: plan.seed,
		steering: [...request.steering],
	};
}
