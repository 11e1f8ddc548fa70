import type { AnnouncedFile, UploadApi, UploadError, UploadKind } from './upload-api.ts';

/** A server of uploads in memory, as far as the page can tell the difference. */
export class MemoryServer implements UploadApi {
	readonly stored = new Map<string, Blob>();
	/** Hash and kind of everything that was sent, in order, also what was refused. */
	readonly sent: (readonly [string, UploadKind])[] = [];
	readonly asked: (readonly string[])[] = [];
	/** Takes the next calls in place of the server, as long as it throws. */
	trouble: (sha256: string | null) => UploadError | null = () => null;
	atOnce = 0;
	mostAtOnce = 0;

	async findMissing(files: readonly AnnouncedFile[]): Promise<readonly string[]> {
		const trouble = this.trouble(null);
		if (trouble !== null) throw trouble;
		const hashes = files.map(({ sha256 }) => sha256);
		this.asked.push(hashes);
		return hashes.filter((sha256) => !this.stored.has(sha256));
	}

	async send(sha256: string, as: UploadKind, blob: Blob): Promise<void> {
		this.atOnce++;
		this.mostAtOnce = Math.max(this.mostAtOnce, this.atOnce);
		await new Promise((resolve) => setTimeout(resolve, 1));
		this.atOnce--;
		this.sent.push([sha256, as]);
		const trouble = this.trouble(sha256);
		if (trouble !== null) throw trouble;
		this.stored.set(sha256, blob);
	}
}
