import { showToast } from '@adx/ui/feedback/toast-store';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage, usePage } from '../test/setup.tsx';

usePage();

test('a toast that is shown before the code of toasts is there appears once it is', async () => {
	showToast({ title: 'Said before the page', tone: 'success' });
	openPage();
	expect(screen.queryByText('Said before the page')).toBeNull();
	expect(await screen.findByText('Said before the page')).toBeVisible();
});
