import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SteeringRule } from './plan-steering.ts';
import { TraitRules } from './trait-rules.tsx';

const never = (left: string, right: string): SteeringRule => ({
	kind: 'never',
	left: { trait: '0/Hat', value: left },
	right: { trait: '0/Eyes', value: right },
});

test('a rule that does nothing says why, and can be removed', () => {
	render(
		<TraitRules
			traits={[]}
			rules={[never('Cap', 'Red'), never('Crown', 'Gold')]}
			impossible={[]}
			onSteer={() => {}}
			describe={({ value }) => value}
			findDisuse={({ left }) => (left.value === 'Crown' ? 'There is no crown.' : null)}
		/>,
	);
	const rows = screen.getAllByRole('listitem').map((row) => row.textContent);
	expect(rows).toEqual(['Cap never together with Red', 'Crown never together with GoldThere is no crown.']);
	const [, unused] = screen.getAllByRole('listitem');
	expect(within(unused!).getByRole('button', { name: /^Remove rule: Crown/ })).toBeEnabled();
});
