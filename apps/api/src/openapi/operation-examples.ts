import { attributeExamples } from '../routes/attributes/attribute-routes.ts';
import { authExamples } from '../routes/auth/auth-examples.ts';
import { exportExamples } from '../routes/exports/export-routes.ts';
import { generationExamples } from '../routes/generation/generation-examples.ts';
import { mergeExamples } from '../routes/merge/merge-examples.ts';
import { mintExamples } from '../routes/mint/mint-routes.ts';
import { creatorSaleExamples } from '../routes/sale/creator-sale-routes.ts';
import { saleExamples } from '../routes/sale/sale-routes.ts';
import { databaseExamples } from '../routes/stats-and-cleanup/database-routes.ts';
import type { OperationExample } from './openapi-operation.ts';

/** By the procedure's name; every documented procedure has one, except the configuration and those of presets. */
export const operationExamples: Readonly<Record<string, OperationExample>> = {
	...generationExamples,
	...databaseExamples,
	...mergeExamples,
	...attributeExamples,
	...exportExamples,
	...mintExamples,
	...creatorSaleExamples,
	...saleExamples,
	...authExamples,
};
