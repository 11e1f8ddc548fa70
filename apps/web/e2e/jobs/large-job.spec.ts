import { expect, type Page } from '@playwright/test';
import { longestTasksMs } from '../support/main-thread.ts';
import { signIn } from '../support/steps.ts';
import { type TestServer, test } from '../support/test-server.ts';

// Recording a trace reads the whole page after every step, in the very thread that is measured.
test.use({ trace: 'off' });

const order = {
	races: ['elf', 'orc', 'human', 'tabaxi'],
	classes: ['wizard', 'ranger', 'paladin'],
	artStyle: 'bold-classic',
	backgroundType: 'random-original-landscapes',
	batchSize: 10_000,
	engine: 'forge',
};

/** Starts a job of 10,000 with a landscape of its own for each, lets it draw a little and pauses it. */
async function createPausedJob(page: Page, { origin }: TestServer): Promise<string> {
	const post = async (path: string, data: object) => {
		const response = await page.request.post(`${origin}${path}`, { data, headers: { origin } });
		expect(response.ok(), await response.text()).toBe(true);
		return response.json();
	};
	const { jobId } = (await post('/api/generate', order)) as { jobId: string };
	const progress = async () =>
		((await (await page.request.get(`${origin}/api/generate/${jobId}`)).json()) as { progress: number }).progress;
	await expect.poll(progress, { timeout: 60_000 }).toBeGreaterThan(30);
	await post(`/api/generate/${jobId}/pause`, {});
	await expect
		.poll(async () => (await page.request.get(`${origin}/api/generate/${jobId}`)).json(), { timeout: 30_000 })
		.toMatchObject({ phase: 'paused' });
	return jobId;
}

test.describe('a job of ten thousand invented landscapes', { tag: '@heavy' }, () => {
	test('has a page whose tabs, filters and review never block', async ({ page, product }) => {
		test.setTimeout(240_000);
		await page.goto(product.origin);
		await signIn(page, product);
		const jobId = await createPausedJob(page, product);
		await page.goto(`${product.origin}/jobs/${jobId}`);
		await expect(page.getByRole('tab', { name: 'Rarity' })).toBeVisible();
		await expect(page.getByText(/^1–\d+ \/ 10,000$/)).toBeVisible();

		const steps = ['Rarity', 'Plan', 'trait', 'Review', 'Images'] as const;
		for (const step of steps) {
			const browser = page.context().browser();
			await browser?.startTracing(page, { categories: ['toplevel'] });
			const seen = await page.evaluate(useJobPage, step);
			const tasksMs = longestTasksMs((await browser?.stopTracing())?.toString() ?? '');
			console.log(`${step}: ${JSON.stringify(seen)}, longest tasks ${tasksMs.slice(0, 5).join(', ')} ms`);
			// A tab that is drawn at once takes few; none would mean that nothing was recorded.
			expect(tasksMs.length, step).toBeGreaterThan(5);
			expect(
				tasksMs.filter((durationMs) => durationMs > 100),
				step,
			).toEqual([]);
			expect(seen.rows, step).toBeLessThan(300);
			expect(seen.options, step).toBeLessThan(300);
		}
	});
});

/** Runs in the page, whose thread is measured: goes to a tab, or chooses a trait, and waits until it is all there. */
async function useJobPage(step: string) {
	const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
	const until = async (isTrue: () => boolean) => {
		while (!isTrue()) await wait(20);
	};
	const text = () => document.querySelector('main')?.textContent ?? '';
	const showTab = (name: string) => {
		for (const tab of document.querySelectorAll<HTMLElement>('[role="tab"]')) if (tab.textContent === name) tab.click();
	};
	const choice = () => document.querySelector<HTMLSelectElement>('select:has(optgroup)');
	if (step === 'trait') {
		await until(() => choice() !== null);
		const select = choice();
		const options = [...(select?.options ?? [])];
		const elf = options.find(({ value }) => value === 'race:elf')?.value ?? '';
		Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(select, elf);
		select?.dispatchEvent(new Event('change', { bubbles: true }));
		await until(() => text().includes('Race: Elf') && !text().includes('10,000 rows'));
	} else {
		showTab(step);
		if (step === 'Rarity') await until(() => text().includes('Invented landscapes, each its own'));
		if (step === 'Plan') await until(() => text().includes('10,000 rows') && choice() !== null);
		if (step === 'Review') await until(() => / of \d+ · Undecided/.test(text()));
		if (step === 'Images') await until(() => text().includes('Go to #'));
	}
	await wait(1_500);
	return { rows: document.querySelectorAll('tr').length, options: document.querySelectorAll('option').length };
}
