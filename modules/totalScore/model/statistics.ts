import { choice, decimal, integer, list, ref, shape, statistics, text } from '#model'
import { SCHEME_KINDS } from './scheme.ts'

const need = { required: true } as const
const count = (label: string) => integer(label, need)
const mark = (label: string) => decimal(label, { precision: 8, scale: 2 })
const word = (label: string, max = 60) => text(label, { ...need, max })
/** 考核统计: points that stand in a span, how balances are spread over classes, who is below the gate, which items nobody uses, and who records strictly. */
export const pointStatistics = statistics('totalScore.pointEntry.statistics', '总分考核统计', {
  most: 1500,
  input: { schemeId: ref('tsScheme', '考核方案') },
  sums: { entries: count('记录数'), students: count('学生'), added: mark('加分'), deducted: mark('扣分') },
  by: { byScheme: '考核方案', byItem: '考核项目', byCollege: '学院', byMonth: '月份' },
  more: {
    /** Of schemes of conduct in use, in the period that runs. */
    classes: list(
      '各班操行分',
      shape(
        '班级',
        {
          key: word('代码', 80),
          scheme: word('考核方案'),
          label: word('班级'),
          students: count('学生'),
          mean: mark('平均分'),
          lowest: mark('最低分'),
          highest: mark('最高分'),
          low: count('低于预警线'),
        },
        need,
      ),
      need,
    ),
    /** Of schemes of credits whose total is asked for before graduation. */
    gates: list(
      '未达毕业要求',
      shape(
        '年级',
        {
          key: word('代码', 80),
          scheme: word('考核方案'),
          grade: integer('年级', need),
          termsLeft: integer('剩余学期'),
          students: count('学生'),
          below: count('未达要求'),
          rate: decimal('占比', { precision: 5, scale: 1 }),
        },
        need,
      ),
      need,
    ),
    unused: list(
      '没有用过的项目',
      shape('项目', { id: word('编号', 36), code: word('代码', 20), name: word('名称', 100), kind: choice('种类', SCHEME_KINDS, need), scheme: word('考核方案') }, need),
      need,
    ),
    /** Against the mean of all who record the same items; those who recorded often enough. */
    recorders: list(
      '记分松紧',
      shape('记分员', { key: word('代码', 36), name: word('记分员', 64), n: count('记录数'), mean: mark('平均分值'), off: mark('比同项目平均') }, need),
      need,
    ),
  },
})
