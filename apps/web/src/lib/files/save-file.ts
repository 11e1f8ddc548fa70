import { safeFileName } from '@adx/validators/file-name';
import { readError } from '../api/error-messages.ts';

/** Above this many images an archive goes straight to disk instead of through the page's memory. */
const streamAboveImages = 200;

export interface ArchiveToSave {
	readonly id: string;
	readonly projectName: string | null;
	readonly totalImages: number;
}

/** Has the browser save what an address of this server holds. */
export function clickLink(href: string, fileName: string): void {
	const link = document.createElement('a');
	link.href = href;
	link.download = fileName;
	document.body.append(link);
	link.click();
	link.remove();
}

async function assertOk(response: Response): Promise<Response> {
	if (!response.ok) throw await readError(response);
	return response;
}

/** Saves a job's archive as '{projectName}_complete.zip'. Rejects with a sentence when the server refuses. */
export async function saveJobArchive({ id, projectName, totalImages }: ArchiveToSave): Promise<void> {
	const fileName = `${safeFileName(projectName)}_complete.zip`;
	if (totalImages > streamAboveImages) {
		return saveUrl(`/api/generate/${id}/zip`, fileName);
	}
	const response = await fetch('/api/generate/zip', {
		method: 'POST',
		credentials: 'include',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ jobId: id }),
	});
	saveFile(new File([await (await assertOk(response)).blob()], fileName));
}

/**
 * Has the browser fetch an archive straight to disk. Its first byte is asked for before, so that a refusal is a rejection
 * with a sentence and no broken file.
 */
export async function saveUrl(url: string, fileName: string): Promise<void> {
	const response = await assertOk(await fetch(url, { headers: { Range: 'bytes=0-0' }, credentials: 'include' }));
	await response.body?.cancel();
	clickLink(url, fileName);
}

/** Has the browser save a file that the page made. */
export function saveFile(file: File): void {
	const url = URL.createObjectURL(file);
	clickLink(url, file.name);
	// The browser has taken the bytes over by then; freeing at once cancels the download in some.
	setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
