import { csvText } from '@adx/collection/files/csv';
import { safeFileName } from '@adx/validators/file-name';
import { saveFile } from '../../../lib/files/save-file.ts';
import { mergerTexts } from '../merger-texts.ts';
import type { CollectionView, ProblemFile } from '../merger-views.ts';

/** Has the browser save what is wrong with a collection's files, a line each. */
export function saveProblemList({ label }: Pick<CollectionView, 'label'>, problems: readonly ProblemFile[]): void {
	const rows = problems.map(({ filename, problem }) => [filename, problem]);
	const text = csvText([[...mergerTexts.row.listColumns], ...rows]);
	saveFile(new File([text], `${safeFileName(label)}-problems.csv`, { type: 'text/csv' }));
}
