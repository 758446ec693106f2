import { Scroll } from '#web/feedback/Scroll.tsx'
import { t } from '#web/i18n/index.ts'
import { PHASES, type Phase, type StepPlace } from '../../model/step.ts'
import style from '../steps.module.css'

type Node = StepPlace & { id: string; phase: Phase; required: boolean }
/** Sizes of the drawing, in its own units. */
const [WIDTH, HEIGHT, ACROSS, DOWN] = [132, 44, 48, 14]

/** Steps from left to right, each with lines from those it waits for; those that wait for each other stand last, in red. */
export function Graph({ layers, circle }: { layers: ReadonlyArray<readonly Node[]>; circle: readonly Node[] }) {
  const columns = circle.length ? [...layers, circle] : layers
  const at = new Map(columns.flatMap((column, x) => column.map((step, y) => [step.code, { x: x * (WIDTH + ACROSS), y: y * (HEIGHT + DOWN) }] as const)))
  const width = columns.length * (WIDTH + ACROSS) - ACROSS
  const height = Math.max(...columns.map(c => c.length)) * (HEIGHT + DOWN) - DOWN
  const steps = columns.flat()
  return (
    <Scroll label={t('先后关系')} className={style.wide ?? ''}>
      <svg className={style.graph} width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={steps.map(said).join('；')}>
        {steps.flatMap(step =>
          (step.dependsOn ?? []).map(code => {
            const [from, to] = [at.get(code ?? ''), at.get(step.code)]
            if (!from || !to) return null
            const [x, y, u, v] = [from.x + WIDTH, from.y + HEIGHT / 2, to.x, to.y + HEIGHT / 2]
            return <path key={`${code} ${step.code}`} d={`M ${x} ${y} C ${x + ACROSS / 2} ${y}, ${u - ACROSS / 2} ${v}, ${u} ${v}`} />
          }),
        )}
        {steps.map(step => {
          const { x, y } = at.get(step.code) ?? { x: 0, y: 0 }
          return (
            <g key={step.id} data-phase={step.phase} data-circle={circle.includes(step)} data-optional={!step.required}>
              <rect x={x} y={y} width={WIDTH} height={HEIGHT} rx={8} />
              <text x={x + WIDTH / 2} y={y + HEIGHT / 2}>
                {step.name}
              </text>
            </g>
          )
        })}
      </svg>
    </Scroll>
  )
}
const said = ({ name, phase, dependsOn }: Node): string =>
  t('{{step}}（{{phase}}）在 {{before}} 之后', { step: name, phase: t(PHASES[phase]), before: dependsOn?.join('、') || '—' })
