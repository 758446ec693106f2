import { definePart } from '#model'
import { centreFigures, FIGURES_PARAMETERS } from './model/figures.ts'

/** Figures of the centre, of many people at once. */
export default definePart({
  code: 'figures',
  needs: ['attention', 'screening', 'counselling'],
  entities: [],
  actions: [centreFigures],
  menus: [{ title: '心理统计', path: '/mentalHealth/figures', component: 'mentalHealth/FiguresPage', icon: 'chart-column', of: [centreFigures] }],
  parameters: FIGURES_PARAMETERS,
  grants: { psychologist: [centreFigures.permission] },
})
