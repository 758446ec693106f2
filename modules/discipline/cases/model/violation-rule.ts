import { bool, choice, dict, entity, text } from '#model'
import { violationCategory } from './dictionaries.ts'
import { LEVELS } from './levels.ts'

/** 违纪条款: an article of the school's regulation and the levels it allows. */
export const violationRule = entity(
  'discipline.violationRule',
  '违纪条款',
  {
    code: text('编号', { required: true, max: 20, sortable: true }),
    article: text('条款', { required: true, max: 40 }),
    title: text('内容', { required: true, max: 200, search: true }),
    category: dict('违纪类别', violationCategory, { required: true }),
    minLevel: choice('最轻', LEVELS, { required: true }),
    maxLevel: choice('最重', LEVELS, { required: true }),
    regulationVersion: text('规定版本', { required: true, max: 60 }),
    isEnabled: bool('启用', { initial: true }),
  },
  {
    title: 'article',
    unique: [['code']],
    scope: { everyone: 'the regulation is public' },
    select: 'open',
    selectFields: ['title', 'minLevel', 'maxLevel'],
    sort: ['code'],
    importKey: ['code'],
    refusals: { range: '最轻“{min}”重于最重“{max}”', used: '“{article}”已有 {count} 个案件引用，不能删除，可以停用' },
  },
)
