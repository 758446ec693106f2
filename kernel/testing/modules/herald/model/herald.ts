import { action, integer } from '#model'

/** Test module: an event with two listeners, each of which fails while a row of `herald_fault` names it. */
export const ring = action('herald.bell.ring', '敲钟', { output: 'none', access: 'signedIn', input: { n: integer('序号', { required: true }) } })
