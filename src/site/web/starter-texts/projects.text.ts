export const projectsIntro = 'Some information about my blogs'
