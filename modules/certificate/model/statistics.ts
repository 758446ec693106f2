import { decimal, integer, list, shape, statistics, text } from '#model'

const need = { required: true } as const
const count = (label: string) => integer(label, need)
/** 获证率 and 双证率: who holds a certificate, and who graduates with one that the major requires. */
export const certStatistics = statistics('certificate.studentCert.statistics', '证书统计', {
  most: 1500,
  sums: {
    students: count('在籍学生'),
    holders: count('持证学生'),
    graduates: count('毕业生'),
    doubled: count('双证毕业生'),
    rate: decimal('获证率', { precision: 5, scale: 1 }),
    doubleRate: decimal('双证率', { precision: 5, scale: 1 }),
  },
  by: { byCollege: '学院', byMajor: '专业', byGrade: '年级' },
  more: {
    levels: list(
      '等级分布',
      shape('等级', { key: text('编号', { ...need, max: 80 }), name: text('证书', { ...need, max: 80 }), level: text('等级', { max: 30 }), count: count('人数') }),
      need,
    ),
    without: list(
      '没有证书的学生',
      shape('学生', {
        id: text('编号', { ...need, max: 36 }),
        name: text('姓名', { ...need, max: 60, clear: 'students whom the reader lists anyway' }),
        studentNo: text('学号', { max: 20 }),
        className: text('班级', { max: 60 }),
      }),
      need,
    ),
  },
})
