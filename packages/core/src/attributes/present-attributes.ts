import type { AttributeJobRow } from '@adx/db/schema/attribute-tables';
import type { AttributeFinding, AttributeJob } from '@adx/validators/attributes';

/** The API's view of an attribute job. */
export function presentAttributes(row: AttributeJobRow, findings: readonly AttributeFinding[]): AttributeJob {
	return {
		id: row.id,
		status: row.status,
		progress: row.progress,
		totalImages: row.totalImages,
		processedImages: row.processedImages,
		downloadUrl: row.status === 'completed' ? `/api/attribute-generator/${row.id}/download` : null,
		errorMessage: row.errorMessage,
		createdAt: row.createdAt,
		completedAt: row.completedAt,
		projectName: row.projectName,
		seed: row.options.seed,
		findingCount: row.findingCount,
		findings: [...findings],
	};
}
