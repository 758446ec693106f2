import { action, bool, choice, list, ref, shape, text } from '#model'

const LIST = 'student:student:list'
export const HAPPENING_TONES = { done: '完成', going: '进行中', attention: '需关注', refused: '异常' } as const

/** Parts of the student profile the reader may see. */
export const profileParts = action('student.student.profileParts', '学生一张表', {
  method: 'GET',
  input: { id: ref('student', '学生', { required: true }) },
  output: { code: text('编号', { required: true, max: 60 }), label: text('名称', { required: true, max: 60 }), hasHints: bool('有提示', { required: true }) },
  many: true,
  permission: LIST,
})
/** One part of the profile: events, newest first, and current hints; next to a list only hints are requested. */
export const profilePart = action('student.student.profilePart', '学生一张表的一部分', {
  method: 'GET',
  input: { id: ref('student', '学生', { required: true }), part: text('部分', { required: true, max: 60 }), onlyHints: bool('只看提示') },
  output: {
    happened: list(
      '时间线',
      shape('事项', {
        at: text('时间', { required: true, max: 40 }),
        title: text('事项', { required: true, max: 300 }),
        note: text('说明', { max: 300 }),
        tone: choice('轻重', HAPPENING_TONES),
      }),
      { required: true },
    ),
    notable: list('值得看一眼', shape('提示', { title: text('提示', { required: true, max: 300 }), at: text('时间', { max: 40 }), link: text('依据', { max: 300 }) }), {
      required: true,
    }),
  },
  permission: LIST,
  refusals: { noPart: '没有这一部分，或你没有查看的权限' },
})
