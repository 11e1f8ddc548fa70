import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { writeHashLipsProject } from '../create/layers-files.ts';
import { openFormSection } from '../support/steps.ts';
import type { Screen } from './screens.ts';

async function openLayers(page: Page): Promise<void> {
	await openFormSection(page, 'Engine');
	await page.getByRole('radio', { name: /Your own layers/ }).click();
	await openFormSection(page, 'Layers');
}

async function pickLayers(page: Page, options: { readonly isBroken?: boolean } = {}): Promise<void> {
	await openLayers(page);
	const parent = await mkdtemp(join(tmpdir(), 'adx-layer-screens-'));
	await page.getByTestId('layers-folder').setInputFiles(await writeHashLipsProject(parent, 25, options));
	await expect(page.getByRole('region', { name: 'What was read' })).toBeVisible();
}

async function readLayers(page: Page): Promise<void> {
	await pickLayers(page);
	await expect(page.getByText(/^All layers are on the server/)).toBeVisible();
}

/** The form of own layers, from no folder to its plan. */
export const layerScreens: readonly Screen[] = [
	{ name: 'create-layers-empty', reach: openLayers },
	{ name: 'create-layers-findings', reach: (page) => pickLayers(page, { isBroken: true }) },
	{ name: 'create-layers-read', reach: readLayers },
	{
		name: 'create-layers-plan',
		reach: async (page) => {
			await readLayers(page);
			await openFormSection(page, 'Plan');
			await expect(page.locator('canvas[data-painted]').first()).toBeVisible();
		},
	},
];
