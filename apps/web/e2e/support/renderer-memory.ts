import { readFile } from 'node:fs/promises';
import type { CDPSession, Page } from '@playwright/test';

/**
 * Memory of the page's process in bytes, without the garbage of the page and its workers: what is resident where /proc
 * tells it, else what the page's scripts hold.
 */
export async function rendererBytes(page: Page): Promise<number> {
	const session = await page.context().newCDPSession(page);
	await collectGarbage(session);
	const processIds = await rendererIds(page);
	if (process.platform === 'linux' && processIds.length > 0) {
		await session.detach();
		return Math.max(...(await Promise.all(processIds.map(residentBytes))));
	}
	await session.send('Performance.enable');
	const { metrics } = await session.send('Performance.getMetrics');
	await session.detach();
	return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0;
}

/** Watches what the page's process has resident until it is asked to stop; garbage included, hence only to be shown. */
export async function watchPeakBytes(page: Page): Promise<() => number> {
	const processIds = process.platform === 'linux' ? await rendererIds(page) : [];
	let peakBytes = 0;
	const timer = setInterval(async () => {
		const sizes = await Promise.all(processIds.map((id) => residentBytes(id).catch(() => 0)));
		peakBytes = Math.max(peakBytes, ...sizes);
	}, 250);
	return () => {
		clearInterval(timer);
		return peakBytes;
	};
}

/** A page's own collection leaves the heaps of its workers alone. */
async function collectGarbage(session: CDPSession): Promise<void> {
	const workerIds: string[] = [];
	session.on('Target.attachedToTarget', ({ sessionId }) => workerIds.push(sessionId));
	const collected = new Set<string>();
	session.on('Target.receivedMessageFromTarget', ({ sessionId, message }) => {
		if ((JSON.parse(message) as { id?: number }).id === 1) collected.add(sessionId);
	});
	await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
	const message = JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' });
	for (const sessionId of workerIds) await session.send('Target.sendMessageToTarget', { sessionId, message });
	const startedMs = Date.now();
	while (collected.size < workerIds.length) {
		if (Date.now() - startedMs > 10_000) throw new Error('A worker did not collect its garbage.');
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
	await session.send('HeapProfiler.collectGarbage');
}

async function rendererIds(page: Page): Promise<number[]> {
	const browser = await page.context().browser()?.newBrowserCDPSession();
	if (browser === undefined) return [];
	const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
	await browser.detach();
	return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}

async function residentBytes(processId: number): Promise<number> {
	const status = await readFile(`/proc/${processId}/status`, 'utf8');
	return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1_024;
}
