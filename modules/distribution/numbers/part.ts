import { definePart } from '#model'
import { numberActions } from './model/actions.ts'
import { givenNumber } from './model/given-number.ts'
import { numberRule } from './model/number-rule.ts'
import { numberRun } from './model/number-run.ts'
import { NUMBER_PARAMETERS } from './model/parameters.ts'

const OFFICE = ['distribution:numberRule:*', 'distribution:numberRun:list', 'distribution:givenNumber:list', 'distribution:givenNumber:export']

/** Student numbers by rules of segments. */
export default definePart({
  code: 'numbers',
  entities: [numberRule, numberRun, givenNumber],
  actions: numberActions,
  menus: [{ title: '学号', path: '/distribution/numbers', component: 'distribution/NumberPage', icon: 'list-ordered', of: [numberRule, numberRun, givenNumber, ...numberActions] }],
  parameters: NUMBER_PARAMETERS,
  grants: { officer: OFFICE, admissions: OFFICE },
})
