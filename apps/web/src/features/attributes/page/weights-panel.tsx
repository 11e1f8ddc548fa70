import type { AttributeTrait } from '@adx/collection/attributes/attribute-columns';
import { Button } from '@adx/ui/controls/button';
import { ChoiceGroup } from '@adx/ui/controls/choice-group';
import { SelectField } from '@adx/ui/controls/select-field';
import { useFocusRetained } from '@adx/ui/focus/use-focus-retained';
import type { WrongNumbers } from '../../../lib/hooks/use-wrong-numbers.ts';
import { attributeTexts } from '../attributes-texts.ts';
import type { TraitCount } from '../worker/attributes-views.ts';
import { resetWeights, setWeight, useAttributesDraft } from './attributes-draft.ts';
import { WeightsTable } from './weights-table.tsx';
import { listWrongWeights } from './wrong-weights.ts';

const texts = attributeTexts.weights;

/** Planned traits and Rarity; what follows are traits of the metadata. */
const ownTraitCount = 6;

export interface WeightsPanelProps {
	readonly traits: readonly TraitCount[];
	readonly size: number;
	/** False while the counts are not those of a preview. */
	readonly isPlanned: boolean;
	/** Weights that are not right, by trait and value. */
	readonly wrongWeights: WrongNumbers;
	/** The trait that was chosen last; '' for none yet. */
	readonly traitName: string;
	readonly onTrait: (name: string) => void;
	/** Shows the images that have a value. */
	readonly onShow: (trait: string, value: string) => void;
}

/** How many images get each value of a trait, and the weights that change it. */
export function WeightsPanel(props: WeightsPanelProps) {
	const { traits, size, isPlanned, wrongWeights, traitName, onTrait, onShow } = props;
	const { weights } = useAttributesDraft();
	// Not to the other button: a key that is held down would press that as well. And not to a field: that opens a phone's keyboard.
	const panel = useFocusRetained<HTMLElement>('[aria-checked="true"]', 'select');
	const shown = traits.find(({ name }) => name === traitName) ?? traits[0];
	if (shown === undefined) return null;
	const { trait, name } = shown;
	const others = traits.slice(ownTraitCount);
	const isOther = others.includes(shown);
	const hasKept = isPlanned && shown.values.some(({ keptCount }) => keptCount > 0);
	const wrong = listWrongWeights(traits, weights, wrongWeights);
	function reset(of?: AttributeTrait) {
		resetWeights(of);
		wrongWeights.forget(of && [of]);
	}
	return (
		<section ref={panel} aria-label={texts.title} className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
			<ChoiceGroup
				label={texts.trait}
				columns={ownTraitCount}
				className="flex flex-wrap gap-1.5"
				value={name}
				onChoose={onTrait}
				choices={traits.slice(0, ownTraitCount).map((choice) => ({
					value: choice.name,
					name: choice.name,
					content: <span className="block px-2.5 text-center text-sm font-medium">{choice.name}</span>,
				}))}
			/>
			{others.length === 0 ? null : (
				<SelectField
					label={texts.others}
					value={isOther ? name : ''}
					onValue={onTrait}
					options={[
						{ value: '', label: texts.othersOf(others.length) },
						...others.map((other) => ({ value: other.name, label: other.name })),
					]}
				/>
			)}
			<p className="text-[0.8125rem] text-text-3">
				{trait === null ? (isOther ? texts.otherHint : texts.rarityHint) : hasKept ? texts.keptHint : texts.hint}
			</p>
			<div className="flex flex-wrap gap-2">
				{trait === null ? null : (
					<Button
						size="small"
						disabled={weights[trait] === undefined && !wrong.some((weight) => weight.traitName === name)}
						onClick={() => reset(trait)}
					>
						{texts.reset(name)}
					</Button>
				)}
				<Button
					size="small"
					tone="ghost"
					disabled={Object.keys(weights).length === 0 && wrong.length === 0}
					onClick={() => reset()}
				>
					{texts.resetAll}
				</Button>
			</div>
			<WeightsTable
				key={name}
				trait={shown}
				size={size}
				isPlanned={isPlanned}
				weights={trait === null ? {} : (weights[trait] ?? {})}
				onWeight={(value, weight) => trait !== null && setWeight(trait, value, weight)}
				findWrong={(value) => (trait === null ? null : wrongWeights.find(trait, value))}
				onWrong={(value, text) => trait !== null && wrongWeights.note(trait, value, text)}
				onShow={(value) => onShow(name, value)}
			/>
		</section>
	);
}
