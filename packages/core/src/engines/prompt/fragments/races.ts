import type { Race } from '@adx/validators/catalogue/image-traits';
import type { Fragment } from './choose-wording.ts';

/**
 * Every race by its looks, always grown up, after "The figure is". Names that publishers own stand in no prompt: a
 * model may refuse them, and paints somebody else's picture if it does not.
 */
export const racePrompts: Readonly<Record<Race, Fragment>> = {
	elf: 'an adult elf, slender and fine-boned, with long pointed ears, high cheekbones and almond-shaped eyes',
	dwarf: 'an adult dwarf, stocky and broad-shouldered, with a strong nose, a weathered face and a thick braided beard',
	human: 'an adult human with an expressive, lived-in face and a steady gaze',
	halfling:
		'a short, cheerful adult of the small folk, with a round weathered face, curly hair, rosy cheeks and grown-up laugh lines',
	dragonborn:
		'a powerful adult dragon-headed warrior with a blunt scaled snout, small horns swept back and bright metallic scales',
	tiefling:
		'an adult with wine-coloured skin, two ram-like horns sweeping back from the brow, solid golden eyes and pointed ears',
	orc: 'an adult orc with grey-green skin, a heavy jaw, two short lower tusks and a strong brow',
	gnome:
		'a small adult gnome with a big curious nose, bushy eyebrows, bright grown-up eyes and hair that stands in tufts',
	'half-elf': 'an adult with gently pointed ears, soft human features and a light, graceful build',
	'half-orc': 'an adult with grey-olive skin, a square jaw, two small lower tusks and a human, thoughtful face',
	aasimar: 'an adult with softly glowing skin, pale luminous eyes and a faint thin ring of light behind the head',
	genasi:
		'an adult whose skin looks like living stone and water, with glowing seams of colour and hair that drifts like mist',
	githyanki:
		'a tall, gaunt adult warrior with ochre-yellow skin, an angular face, a short flat nose and long serrated ears',
	githzerai:
		'a lean, calm adult ascetic with pale greenish-yellow skin, an angular shaven head, a flat nose and pointed ears',
	'yuan-ti':
		'an adult with fine green scales along the temples and neck, slit golden eyes and a smooth, serpentine face',
	lizardfolk:
		'a sturdy adult lizard-headed figure with a long reptile snout, ridged olive scales and a frill along the neck',
	tabaxi: 'a lithe adult cat-headed figure with spotted golden fur, tall ears, long whiskers and bright feline eyes',
	kenku: 'an adult raven-headed figure with glossy black feathers, a strong dark beak and clever, beady eyes',
	aarakocra:
		'an adult eagle-headed figure with a hooked golden beak, layered bright feathers and folded wings behind the shoulders',
	firbolg:
		'a huge, gentle adult forest giant with bluish-grey skin, a broad soft nose, long drooping pointed ears and a mossy mane',
	goliath:
		'a towering adult mountain dweller with stone-grey skin, a bald head, a heavy brow and dark natural markings across the face',
	triton: 'an adult sea dweller with blue-green skin, small fins at the ears and jaw, and hair that flows like seaweed',
	tortle:
		'a calm adult tortoise-headed figure with a leathery wrinkled face, a short beak and the rim of a domed shell behind the neck',
	changeling: 'a pale adult with smooth, almost unfinished features, white eyes, colourless lips and silver-white hair',
	kalashtar:
		'a serene adult with symmetrical features, softly shining eyes and a faint shimmer of another presence around the head',
	warforged: 'an adult-sized living construct with a faceplate of riveted metal, joints of dark wood and glowing eyes',
	shifter:
		'an adult with a wolfish cast of face, thick sideburns, sharp canine teeth, amber eyes and slightly furred pointed ears',
	eladrin:
		'a radiant adult with long pointed ears, solid jewel-bright eyes and hair coloured like one season of the year',
	'shadar-kai':
		'an adult with ash-grey skin, long pointed ears, raven-black hair, silver rings in the ears and deep shadowed eyes',
	'sea-elf':
		'an adult with long finned ears, pale blue skin with a pearly sheen, gills at the neck and flowing sea-green hair',
	duergar:
		'a stocky adult of the deep mountains with ash-grey skin, a bald head, a stern face and a bristling white beard',
	'deep-gnome':
		'a small, wiry adult of the deep caves with stone-grey skin, a bald head, a large nose, big dark eyes and grown-up wrinkles',
	drow: 'an adult with deep slate-violet skin, long pointed ears, white hair and pale lavender eyes',
	hobgoblin:
		'a disciplined adult soldier with rust-red skin, a flat nose, pointed ears, heavy brows and neatly tied dark hair',
	minotaur:
		'a massive adult bull-headed figure with wide curved horns, a broad muzzle, a brass nose ring and shaggy brown fur',
	centaur:
		'an adult centaur seen down to where the human torso meets the withers of a horse, with a long wild mane of hair',
	satyr:
		'a merry adult satyr with curved goat horns, tapered furry ears, a short pointed beard and warm brown fur at the neck',
	fairy:
		'a tiny fully grown adult fairy with translucent insect wings behind the shoulders, pointed ears and grown-up features',
	harengon:
		'an adult rabbit-headed figure with tall upright ears, soft brown fur, a twitching nose and a grown-up, daring look',
	owlin: 'an adult owl-headed figure with a round feathered face, huge amber eyes, ear tufts and a short curved beak',
	'thri-kreen':
		'an adult mantis-headed figure with a sand-coloured chitin face, large faceted eyes, mandibles and long antennae',
	gith: 'a lean adult with pale yellow-green skin, a long angular face, a flat nose, pointed ears and braided dark hair',
	bugbear: 'a hulking adult with coarse brown fur, a bear-like flat snout, wedge-shaped ears and small fangs',
	goblin: 'a small adult goblin with green skin, very wide pointed ears, a long sharp nose and a sly grown-up grin',
	kobold:
		'a small adult with a narrow reptile snout, rust-coloured scales, short backward horns and alert grown-up eyes',
	leonin: 'a proud adult lion-headed figure with a broad muzzle, golden fur and a great flowing mane',
	loxodon: 'a massive adult elephant-headed figure with a long trunk, broad ears, short tusks and wrinkled grey skin',
	vedalken: 'a tall, composed adult with smooth blue skin, a hairless elongated head and calm, precise features',
	'simic-hybrid':
		'an adult with human features blended with a sea creature: teal fins at the cheeks, gill lines and patches of coral skin',
	locathah: 'an adult fish-headed figure with large round eyes, golden scales, a tall head fin and thick lips',
	grung: 'a small fully grown adult frog-headed figure with glossy bright-coloured skin, wide-set eyes and dark spots',
	plasmoid:
		'an adult figure of translucent jelly in the shape of a person, with a softly glowing core and drifting bubbles inside',
	autognome:
		'a small adult clockwork figure with a round brass face, glass lens eyes, visible gears and a polished copper nose',
	hadozee:
		'an agile adult ape-headed figure with a grey-furred face, a broad dark nose and folds of gliding skin along the arms',
	barghest:
		'a fierce adult wolf-headed figure with blue-grey fur, a long muzzle, ember-coloured eyes and ragged pointed ears',
};
