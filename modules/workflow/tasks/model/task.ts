import { action, type Entity, type Field, type Fields, integer, list, ref, shape, text, type Values } from '#model'

const required = { required: true } as const
const progress = { expected: integer('应完成', required), answered: integer('已完成', required) } as const
const inClass = { classId: text('班级', { required: true, max: 36 }), label: text('名称', { required: true, max: 80 }), college: text('学院', { max: 120 }) } as const
const person = {
  studentId: text('学生', { required: true, max: 36 }),
  name: text('姓名', { required: true, max: 64 }),
  studentNo: text('学号', { max: 20 }),
  className: text('班级', { max: 60 }),
} as const

export interface TaskActionOptions<C extends Fields, M extends Fields> {
  /** Further figures of the whole and of each class, `required`. */
  counts?: C
  /** Further parts of the board. */
  more?: M
  /** Permission to remind, where it is another than listing the answers. */
  remindWith?: string
}
/** Actions of a task, i.e. a round that each student of its audience answers once, for people who watch it: progress by class, who lacks, reminding them. `answers` is the entity of
 *  the answers. */
export function taskActions<const C extends Fields = Record<never, never>, const M extends Fields = Record<never, never>>(
  round: Pick<Entity, 'name'>,
  answers: Pick<Entity, 'module' | 'name'>,
  { counts, more, remindWith }: TaskActionOptions<C, M> = {},
) {
  const path = (verb: string): `${string}.${string}.${string}` => `${answers.module}.${answers.name}.${verb}`
  const permission = `${answers.module}:${answers.name}:list`
  const id = ref(round.name, '任务', required)
  const figures = { ...progress, ...counts } as typeof progress & C
  return {
    board: action(path('board'), '完成情况', {
      method: 'GET',
      permission,
      input: { id, departmentId: ref('department', '学院') },
      output: { ...figures, byClass: list('班级', shape('班级', { ...inClass, ...figures }), required), ...more } as Progress<C> & M,
      refusals: { few: '“{name}”是匿名的，你的范围里不到 {least} 人，不显示', whole: '“{name}”是匿名的，不能只看一个学院' },
    }),
    lacking: action(path('lacking'), '未完成名单', {
      method: 'GET',
      permission,
      input: { id, classId: ref('stuClass', '班级') },
      many: true,
      output: person,
      refusals: { anonymous: '“{name}”是匿名的，看不到谁没有填' },
    }),
    remind: action(path('remind'), '提醒未完成的人', {
      permission: remindWith ?? permission,
      input: { id, classId: ref('stuClass', '班级') },
      output: { told: integer('已提醒', required) },
      refusals: {
        notOpen: '“{name}”现在不受理，不用提醒',
        nobody: '没有需要提醒的人',
        soon: '{minutes} 分钟内已经提醒过，{next} 后可以再提醒',
      },
    }),
  } as const
}
type Progress<C extends Fields> = typeof progress & C & { byClass: Field<Array<Values<typeof inClass & typeof progress & C>>, { required: true }> }
export type TaskActions<C extends Fields = Fields, M extends Fields = Fields> = ReturnType<typeof taskActions<C, M>>
