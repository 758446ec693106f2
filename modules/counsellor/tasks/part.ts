import { definePart } from '#model'
import { fdyTask, remindTask, taskRound } from './model/fdy-task.ts'
import { answerActions, answerTask, fdyTaskAnswer, myTasks, taskStatistics } from './model/fdy-task-answer.ts'
import { TASK_MESSAGES } from './model/messages.ts'
import { TASK_PARAMETERS } from './model/parameters.ts'

const GIVE = ['counsellor:fdyTask:*', 'counsellor:fdyTaskAnswer:list', 'counsellor:fdyTaskAnswer:export', taskStatistics.permission]
/** What the office and colleges ask of counsellors and head teachers. */
export default definePart({
  code: 'tasks',
  entities: [fdyTask, fdyTaskAnswer],
  actions: [...Object.values(taskRound), remindTask, ...answerActions],
  menus: [
    { title: '我的任务', path: '/counsellor/my-tasks', component: 'counsellor/FdyMyTaskPage', icon: 'list-checks', of: [myTasks, answerTask] },
    {
      title: '任务清单',
      path: '/counsellor/tasks',
      component: 'counsellor/FdyTaskPage',
      icon: 'clipboard-list',
      of: [fdyTask, taskRound.publish, fdyTaskAnswer, taskStatistics],
    },
  ],
  messages: Object.values(TASK_MESSAGES),
  parameters: TASK_PARAMETERS,
  grants: { officer: GIVE, college: GIVE, fdy: [answerTask.permission], bzr: [answerTask.permission] },
})
