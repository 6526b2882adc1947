export const welcome = {
  heading: 'Small days, brave hearts, and everything between',
  text: 'This is our family’s notebook: hospital days and ordinary ones, what we are learning, and what made us laugh. Read it in any order, at any hour, and stay as long as you like.',
}
