// The sounds of the table, made by the browser itself: no file has to be fetched.
export type Sound = "piece" | "turn" | "end";

interface Tone {
  /** In hertz. */
  pitch: number;
  /** When it begins and how long it takes to fade, in seconds. */
  at: number;
  lasts: number;
  loud: number;
  wave: OscillatorType;
}

function bell(pitch: number, at: number, lasts: number): Tone {
  return { pitch, at, lasts, loud: 0.12, wave: "sine" };
}

/** A piece lands after it has glided for a moment. */
const TONES: Readonly<Record<Sound, readonly Tone[]>> = {
  piece: [
    { pitch: 190, at: 0.28, lasts: 0.09, loud: 0.3, wave: "sine" },
    { pitch: 880, at: 0.28, lasts: 0.03, loud: 0.05, wave: "triangle" },
  ],
  turn: [bell(659.3, 0.35, 0.5), bell(987.8, 0.47, 0.8)],
  end: [
    bell(523.3, 0.3, 0.9),
    bell(659.3, 0.45, 0.9),
    bell(784, 0.6, 0.9),
    bell(1046.5, 0.75, 1.6),
  ],
};

let context: AudioContext | undefined;

/** Play a sound. Before anybody has touched the page, browsers keep quiet. */
export function playSound(sound: Sound) {
  context ??= new AudioContext();
  void context.resume();
  for (const tone of TONES[sound]) playTone(context, tone);
}

function playTone(context: AudioContext, { pitch, at, lasts, loud, wave }: Tone) {
  const start = context.currentTime + at;
  const source = new OscillatorNode(context, { type: wave, frequency: pitch });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loud, start + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
  source.connect(volume).connect(context.destination);
  source.start(start);
  source.stop(start + lasts);
}
