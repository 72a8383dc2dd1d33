// Sounds made on the spot: no files to load.

import { sounds } from "./settings";

let audio: AudioContext | null = null;

function context(): AudioContext | null {
  if (!sounds.value || typeof AudioContext === "undefined") return null;
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
  return audio;
}

/** A short knock: a burst of noise through a narrow filter, as of a stone on wood. */
function knock(pitch: number, length: number, volume: number, delay = 0): void {
  const a = context();
  if (!a) return;
  const frames = Math.ceil(a.sampleRate * length);
  const buffer = a.createBuffer(1, frames, a.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < frames; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / frames) ** 6;
  const source = a.createBufferSource();
  source.buffer = buffer;
  const filter = a.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 2.2;
  const gain = a.createGain();
  gain.gain.value = volume;
  source.connect(filter).connect(gain).connect(a.destination);
  source.start(a.currentTime + delay);
}

function tone(pitch: number, length: number, volume: number, delay = 0): void {
  const a = context();
  if (!a) return;
  const source = a.createOscillator();
  source.type = "sine";
  source.frequency.value = pitch;
  const gain = a.createGain();
  const start = a.currentTime + delay;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(volume, start + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(gain).connect(a.destination);
  source.start(start);
  source.stop(start + length);
}

export const sound = {
  place: () => knock(1500, 0.09, 1.1),
  flip: (count: number) => {
    for (let i = 0; i < Math.min(count, 6); i++) knock(1050 + i * 60, 0.06, 0.5, 0.05 + i * 0.045);
  },
  capture: () => [0, 0.05, 0.09].forEach((delay) => knock(2100, 0.05, 0.6, delay)),
  refused: () => tone(170, 0.22, 0.2),
  pass: () => tone(420, 0.25, 0.12),
  end: () => [523, 659, 784].forEach((pitch, i) => tone(pitch, 0.5, 0.12, i * 0.11)),
};
