import { action, bool, datetime, type Entity, type Field, type Fields, integer, ref, revealedAll, shape, text } from '#model'

const required = { required: true } as const
const id = text('编号', { required: true, max: 36 })
const OWN = 'what the student entered, or their own record knows'
/** Of an answer, besides the form. */
const stored = { id, version: integer('版本', required) } as const
type Named<N extends string, T extends Field> = { readonly [K in N]: T }
const named = <const N extends string, const T extends Field>(name: N, field: T) => ({ [name]: field }) as Named<N, T>

export interface AnswerOptions<N extends string, F extends Fields, K extends Fields, O extends Fields> {
  /** What answering is called. */
  label: string
  /** Field of the answers that names the round; so does what is asked and answered. */
  round: N
  form: F
  /** Further fields of one's own answer. */
  shows?: K
  /** Further fields of one's own tasks: of the round by their names, and computed ones. */
  also?: O
}
type None = Record<never, never>
/** Actions of the students whom a task asks: answering, changing the answer, and one's own tasks with their answers. `version`, absent for a first answer, is the one that is changed. */
export function answerActions<const N extends string, const F extends Fields, const K extends Fields = None, const O extends Fields = None>(
  round: Pick<Entity, 'name' | 'label'>,
  answers: Pick<Entity, 'module' | 'name' | 'options'>,
  { label, round: name, form, shows = {} as K, also = {} as O }: AnswerOptions<N, F, K, O>,
) {
  const path = (verb: string): `${string}.${string}.${string}` => `${answers.module}.${answers.name}.${verb}`
  const asked = named(name, ref(round.name, round.label, required))
  return {
    answer: action(path('answer'), label, {
      input: { ...asked, ...form, version: integer('版本') },
      output: stored,
      refusals: answers.options.refusals ?? {},
    }),
    mine: action(path('mine'), '我的任务', {
      permission: `${answers.module}:${answers.name}:answer`,
      method: 'GET',
      many: true,
      output: {
        ...named(name, id),
        name: text('名称', { required: true, max: 100 }),
        endTime: datetime('截止', required),
        isOpen: bool('可填写', required),
        canChange: bool('可修改', required),
        answer: shape('答复', { ...revealedAll(form, OWN), ...stored, ...shows }),
        ...also,
      },
    }),
  } as const
}
