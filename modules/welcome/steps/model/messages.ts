import { messagesOf, template } from '#model'

/** Kind of the to-do about what a closed batch has left. */
export const UNFINISHED = 'welcomeUnfinished'
export const WELCOME_MESSAGES = messagesOf(
  'welcome',
  { name: '批次' },
  {
    opened: template('迎新开始', 'important', '{name}：请办理报到手续', '“{name}”已开放，{preTo} 前请在网上办好能办的环节，{siteFrom} 起到校报到。', {
      preTo: '预办理结束',
      siteFrom: '现场报到开始',
    }),
    undone: template('迎新环节未办', 'important', '还有 {n} 个环节没有办', '“{name}”的预办理 {preTo} 结束，还没有办：{steps}。', { n: '个数', preTo: '预办理结束', steps: '环节' }),
    recheck: template('迎新环节需复核', 'important', '{student}的“{steps}”需要复核', '{student}的“{cause}”重新待办，已办的“{steps}”请复核。', {
      student: '新生',
      cause: '环节',
      steps: '需复核的环节',
    }),
    sentBack: template('迎新环节退回', 'important', '“{step}”被退回', '“{step}”被退回：{remark}', { step: '环节', remark: '原因' }),
  },
)
