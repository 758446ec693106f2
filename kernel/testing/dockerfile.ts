export interface Step {
  instruction: string
  given: string
}
export interface Dockerfile {
  /** Steps of each stage (FROM), in order. */
  stages: Step[][]
  /** Environment of the last stage, which is the image. */
  env: Record<string, string>
  cmd: string[]
  healthcheck: string[]
  port: number
  volume: string
  user: string
}
const INSTRUCTIONS = new Set(['FROM', 'WORKDIR', 'COPY', 'RUN', 'ENV', 'USER', 'VOLUME', 'EXPOSE', 'STOPSIGNAL', 'HEALTHCHECK', 'CMD'])

/** Parses a Dockerfile with one instruction per line; throws on an unknown one. */
export function read(text: string): Dockerfile {
  const stages: Step[][] = []
  for (const line of text.split('\n').filter(l => l.trim() && !l.startsWith('#'))) {
    const [, instruction = '', given = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? []
    if (!INSTRUCTIONS.has(instruction)) throw new Error(`this is not understood: ${line}`)
    if (instruction === 'FROM') stages.push([])
    stages.at(-1)?.push({ instruction, given })
  }
  const image = stages.at(-1) ?? []
  const one = (instruction: string): string => image.findLast(s => s.instruction === instruction)?.given ?? ''
  const pairs = image.filter(s => s.instruction === 'ENV').flatMap(s => s.given.split(' ').map(pair => pair.split('=') as [string, string]))
  return {
    stages,
    env: Object.fromEntries(pairs),
    cmd: JSON.parse(one('CMD')) as string[],
    healthcheck: JSON.parse(one('HEALTHCHECK').replace(/^.*?CMD /, '')) as string[],
    port: Number(one('EXPOSE')),
    volume: one('VOLUME'),
    user: one('USER'),
  }
}
