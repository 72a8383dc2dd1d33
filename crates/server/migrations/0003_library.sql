-- Lists of a player's games look for the maker as well; without this they read every game of the server.
CREATE INDEX games_maker ON games (maker, updated);
